// Connects the page with the server in which the models run.

import { Pane } from "./pane.js";
import { panel } from "./panel.js";
import { FrameWatch } from "./watch.js";

const options = new URLSearchParams(location.search);
const isNarrow = matchMedia("(max-width: 780px)").matches;
const keeper = options.get("keeper") ?? "ours";
const keepers = options.has("keeper") || isNarrow ? [keeper] : ["ours", "browser", "naive"];
// The controls above and the figures below stay in sight where there is room for them.
const tall = Math.max(320, Math.min(620, innerHeight - (isNarrow ? 236 : 520)));
const wide = Math.min(isNarrow ? 560 : 390, document.documentElement.clientWidth - 26);
const upright = {
  width: Number(options.get("width") ?? wide), height: Number(options.get("height") ?? tall),
  inset: 0, font: Number(options.get("font") ?? 15),
};
const geometry = { ...upright };

const socket = new WebSocket(`ws://${location.host}/socket`);
const status = document.getElementById("status");
const bar = document.getElementById("progress");
const say = (event) => {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event));
};
const panes = keepers.map((name, index) => (
  new Pane(index, name, { ...geometry }, options.has("whole"), say)));
panes.forEach(panel);

socket.onopen = () => say({
  event: "hello",
  hello: {
    keepers, geometry,
    scale: Math.min(3, Math.max(1, Math.round(devicePixelRatio))),
    messages: Number(options.get("messages") ?? 5000),
    delay: Number(options.get("delay") ?? 60),
  },
});
socket.onclose = () => { status.textContent = "The lab has ended. Start it again and reload."; };
const show = (text) => { if (status.textContent !== text) status.textContent = text; };
socket.onmessage = ({ data }) => {
  const { order, pane, turn, rows, geometry: frame, update, status: news, progress,
    badge } = JSON.parse(data);
  if (order === "measure") panes[pane].measure(turn, rows, frame);
  else if (order === "apply") panes[pane].apply(turn, update);
  else if (order === "badge") panes[pane].offer(badge);
  else if (order === "progress") {
    bar.value = progress ?? 0;
    bar.classList.toggle("idle", progress === null || progress === undefined);
  }
  else if (order === "status") {
    lab.status = news;
    show(`${news.isOnline ? "Online" : "Offline"} · ${news.onServer} messages on the server · `
      + `${news.unsent} unsent · revision ${news.revision}`);
  }
};

const knob = (name, more = {}) => say({ event: "knob", knob: name, ...more });
const resize = (change) => say({ event: "geometry", geometry: Object.assign(geometry, change) });

const switches = {
  online: (isOn) => knob("online", { isOn: !isOn }),
  keyboard: (isOn) => resize({ inset: isOn ? Math.round(geometry.height * 0.4) : 0 }),
  rotate: (isOn) => resize(isOn
    ? { width: Math.min(560, document.documentElement.clientWidth - 24), height: 330, inset: 0 }
    : { width: upright.width, height: upright.height, inset: 0 }),
};
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    const { knob: name, count, switch: toggle, go } = button.dataset;
    if (name) knob(name, count ? { count: Number(count) } : {});
    if (toggle) {
      const isOn = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isOn));
      switches[toggle](isOn);
    }
    if (go === "older") for (const { scroller } of panes) scroller.scrollTop = 0;
  });
}
document.getElementById("font").addEventListener("change", ({ target }) => {
  resize({ font: Number(target.value) });
});
const choice = document.getElementById("keeper");
choice.value = keeper;
choice.addEventListener("change", () => { location.search = `?keeper=${choice.value}`; });

/** For the console, and for measuring. */
export const lab = { panes, knob, resize, geometry, status: null, frames: new FrameWatch() };
window.lab = lab;
