# The report of Conformance/soak, from the lines of its results and the logs of its steps. Sourced, not run.

# The steps of a plan: those of a part that has no plan yet are unknown.
soak_planned() {
  [[ -f $work/plan-$1.txt ]] && cut -f 1 "$work/plan-$1.txt"
  return 0
}

# The last word on each step: outcome, seconds, name, how it is run again; by tabulators.
soak_outcomes() {
  LC_ALL=C sed -n 's/^{"record":"step","step":"\([^"]*\)","outcome":"\([^"]*\)","status":[0-9]*,"seconds":\([0-9]*\),"again":"\(.*\)"}$/\1	\2	\3	\4/p' "$results" \
    | awk -F '\t' '{ last[$1] = $2 "\t" $3 "\t" $1 "\t" $4; if (!($1 in seen)) { order[++n] = $1; seen[$1] = 1 } }
        END { for (i = 1; i <= n; i++) print last[order[i]] }'
}

# The steps of parts that are planned and not done.
soak_missing() {
  local part
  for part in $1; do
    if [[ ! -f $work/plan-$part.txt ]]; then
      grep -q "\"step\":\"$part\",\"outcome\":\"left-out\"" "$results" || printf '%s\n' "$part"
      continue
    fi
    soak_planned "$part" | awk -v file="$results" '
      BEGIN { while ((getline line < file) > 0)
          if (match(line, /"step":"[^"]*","outcome":"(passed|failed)"/)) {
            split(line, parts, "\""); done[parts[8]] = 1 } }
      !($0 in done)'
  done
}

# What the cases of a part met, summed over its steps: figure and number.
soak_figures() {
  local footer
  for footer in "$logs/$1"-*/results.jsonl; do
    [[ -f $footer ]] || continue
    LC_ALL=C sed -n 's/^{"record":"footer".*"figures":{\([^}]*\)}.*/\1/p' "$footer" | tr ',' '\n'
  done | awk -F '":' '{ gsub(/"/, "", $1); sum[$1] += $2 } END { for (name in sum) printf "%s\t%d\n", name, sum[name] }' | LC_ALL=C sort
}

soak_report() {
  local report=$soak/report.md part
  {
    printf '# Soak\n\nFirst seed %s, Swift %s, state of the sources %s.\n\n' "$seed" \
      "$(LC_ALL=C sed -n '1s/.*"swift":"\([^"]*\)".*/\1/p' "$results")" \
      "$(LC_ALL=C sed -n '1s/.*"state":"\([^"]\{0,12\}\).*/\1/p' "$results")"
    printf '| part | steps | hold | failed | not reached | minutes |\n|---|---|---|---|---|---|\n'
    for part in full thread address fuzz; do
      soak_outcomes | awk -F '\t' -v part="$part" -v planned="$(soak_planned "$part" | awk 'END { print NR }')" '
        index($3, part "/") == 1 { if ($1 == "passed") hold++; if ($1 == "failed") failed++; seconds += $2 }
        END { printf "| %s | %s | %d | %d | %s | %.1f |\n", part, planned ? planned : "?", hold, failed,
          planned ? planned - hold - failed : "all", seconds / 60 }'
    done
    printf '\n## Found\n\n'
    soak_found
    printf '\n## What fuzzers tried\n\n'
    soak_fuzzers
    for part in full thread address; do
      if [[ -n $(soak_figures "$part") ]]; then
        printf '\n## What the cases of %s came to\n\n| figure | number |\n|---|---|\n' "$part"
        soak_figures "$part" | awk -F '\t' '{ printf "| %s | %d |\n", $1, $2 }'
      fi
    done
    printf '\n## Simulated\n\n'
    grep -hE 'histories of [0-9]+ devices' "$logs"/full-simulate-*.txt 2> /dev/null | sed 's/^/- /' || printf 'Nothing yet.\n'
    printf '\n## Not reached\n\n'
    soak_missing "full thread address fuzz" | awk -F / '
      { name = $1; if (NF > 1) name = name "/" $2; if (!(name in count)) order[++n] = name; count[name]++ }
      END { if (!n) print "Everything was reached."; for (i = 1; i <= n; i++) printf "- %s: %d steps\n", order[i], count[order[i]] }' \
      | sed 's/^- \([a-z]*\): 1 steps$/- \1: all of it/'
    printf '\nLeft out: processes that the suite itself kills (REPO-001 and the like) end without a report of a sanitizer;\n'
    printf 'what they write before they die is checked by whoever opens it again.\n'
  } > "$report.new"
  mv "$report.new" "$report"
}

soak_found() {
  soak_outcomes | awk -F '\t' '$1 == "failed"' > "$work/found.txt"
  if [[ ! -s $work/found.txt ]]; then
    printf 'Nothing.\n'
    return 0
  fi
  local outcome seconds name again log
  while IFS=$'\t' read -r outcome seconds name again; do
    log=$(log_of "$name").txt
    printf -- '- **%s** after %s s. Again: `%s`\n' "$name" "$seconds" "$again"
    if [[ $name == build/* ]]; then log=$logs/build-${name#build/}.txt; fi
    { grep -hE '^(FAIL|ERROR|WARNING: ThreadSanitizer|==[0-9]+==ERROR|SUMMARY)|violation: |replay:|Fatal error|error: |Test unit written|not met:|histories met no' "$log" 2> /dev/null || true; } \
      | sort -u | head -n 12 | cut -c 1-300 | sed 's/^/      /'
    printf '      log: %s\n' "$log"
  done < "$work/found.txt"
}

soak_fuzzers() {
  if [[ ! -f $work/targets.txt ]]; then
    printf 'Nothing yet.\n'
    return 0
  fi
  printf '| target | executions | corpus | edges |\n|---|---|---|---|\n'
  local target
  while read -r target; do
    { cat "$logs/fuzz-$target"-*.txt 2> /dev/null || true; } | awk -v target="$target" \
      -v corpus="$({ find "$soak/corpus/$target" -type f 2> /dev/null || true; } | wc -l | tr -d ' ')" '
      /^stat::number_of_executed_units/ { runs += $2; counted = 1 }
      / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:" && $(i + 1) > edges) edges = $(i + 1) }
      /^#[0-9]+/ { last = substr($1, 2) + 0 }
      END { printf "| %s | %d | %d | %d |\n", target, counted ? runs : last, corpus, edges }'
  done < "$work/targets.txt"
}
