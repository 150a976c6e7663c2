// HouseRulesTests
