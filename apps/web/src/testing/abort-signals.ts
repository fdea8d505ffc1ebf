// The test environment uses Node's AbortSignal, which fetch and the router need, but jsdom's `addEventListener` accepts
// only its own. This code therefore removes listeners when their signal fires.
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
// The window has its own method, which a change to the prototype does not affect.
takeSignals(window)
