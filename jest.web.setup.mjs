// A test file without a page (`@jest-environment node`) has no window.
if (globalThis.window !== undefined) {
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  })
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.CSS ??= { supports: () => false }
  window.HTMLElement.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  // Never idle: code that is loaded ahead would still be on its way when the tests of a file are over.
  window.requestIdleCallback ??= () => 0
  window.cancelIdleCallback ??= () => {}
}
