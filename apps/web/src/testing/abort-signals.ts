// The test environment brings Node's AbortSignal, which fetch and the router need; jsdom's listeners know only their
// own. Listeners given a signal are therefore taken off by hand here.
const addListener = EventTarget.prototype.addEventListener

EventTarget.prototype.addEventListener = function (type, listener, options) {
  if (typeof options !== 'object' || options.signal === undefined) {
    addListener.call(this, type, listener, options)
    return
  }
  const { signal, ...rest } = options
  if (signal.aborted) return
  signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true })
  addListener.call(this, type, listener, rest)
}
