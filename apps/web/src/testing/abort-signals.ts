// The tests use Node's AbortSignal, because fetch and the router need it, but jsdom's `addEventListener` accepts only
// jsdom's own. This code therefore removes the listeners itself when their signal fires.
function takeSignals(target: EventTarget): void {
  const addListener = target.addEventListener
  target.addEventListener = function (type, listener, options) {
    if (typeof options !== 'object' || options.signal === undefined) {
      addListener.call(this, type, listener, options)
      return
    }
    const { signal, ...rest } = options
    if (signal.aborted) return
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true })
    addListener.call(this, type, listener, rest)
  }
}

takeSignals(EventTarget.prototype)
// The window has its own method, so changing the prototype does not affect it.
takeSignals(window)
