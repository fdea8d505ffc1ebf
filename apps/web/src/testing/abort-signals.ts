// The test environment brings Node's AbortSignal, which fetch and the router need; jsdom's listeners know only their
// own. Listeners given a signal are therefore taken off by hand here.
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
// The environment has put one of its own there, which the prototype does not reach.
takeSignals(window)
