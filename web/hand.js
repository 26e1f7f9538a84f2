// hand.js: what mouse, fingers, wheel and keys do to a picture. It knows no tables.

const slack = 4; // pixels of the page that a click may move
const wheelStep = 50; // pixels that a wheel turns for the next zoom
const linePixels = 20;
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Calls `act.point(x, y)` with the place of the pointer, `act.open(x, y)` for a click, `act.pan(x, y)`
// and `act.zoom(steps, x, y)`; all in pixels of the page within the canvas.
export function takePointers(canvas, act) {
  const down = new Map(); // pointers that press, with their places
  let moved = 0;
  let spread = 0;
  const place = (event) => [event.offsetX, event.offsetY];
  const distance = () => {
    const [one, other] = [...down.values()];
    return Math.hypot(one[0] - other[0], one[1] - other[1]);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    if (down.size === 1) moved = 0;
    if (down.size === 2) spread = distance();
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    const before = down.get(event.pointerId);
    if (!before) return act.point(x, y);
    down.set(event.pointerId, [x, y]);
    moved += Math.hypot(x - before[0], y - before[1]);
    if (down.size === 1 && moved > slack) act.pan(x - before[0], y - before[1]);
    if (down.size !== 2) return;
    const steps = Math.trunc(Math.log2(distance() / spread) * 1.5);
    if (steps === 0) return;
    spread = distance();
    act.zoom(steps, x, y);
  });
  const up = (event) => {
    const isClick = down.size === 1 && moved <= slack && event.type === "pointerup";
    if (down.delete(event.pointerId) && isClick && event.button === 0) act.open(...place(event));
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  let turned = 0;
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      turned +=
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * linePixels;
      if (Math.abs(turned) < wheelStep) return;
      act.zoom(-Math.sign(turned), ...place(event));
      turned = 0;
    },
    { passive: false },
  );
}

// Calls `act.step(columns, rows)`, `act.closer(steps)`, `act.all()`, `act.first()`, `act.slice(steps)`
// and `act.enter()`.
export function takeKeys(canvas, act) {
  const keys = {
    "+": () => act.closer(1),
    "=": () => act.closer(1),
    "-": () => act.closer(-1),
    0: act.all,
    Home: act.first,
    Enter: act.enter,
    "[": () => act.slice(-1),
    "]": () => act.slice(1),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const far = event.shiftKey ? 10 : 1;
    const arrow = arrows[event.key];
    if (!arrow && !keys[event.key]) return;
    event.preventDefault();
    if (arrow) act.step(far * arrow[0], far * arrow[1]);
    else keys[event.key]();
  });
}
