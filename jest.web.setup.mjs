// A test file with `@jest-environment node` has no window.
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
  // Never idle, because preloaded code would still be loading when the tests of a file end.
  window.requestIdleCallback ??= () => 0
  window.cancelIdleCallback ??= () => {}
}
