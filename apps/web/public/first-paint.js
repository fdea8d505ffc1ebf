// Runs before the first paint: applies the stored theme, and shows a signed-in user the skeleton of the page at once.
// It preloads the page's code after the skeleton has been painted. Mantine defines the storage key for the theme.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const readPalette = () => {
    try {
      return JSON.parse(read('preferences') ?? '{}').palette
    } catch {
      return null
    }
  }
  const { documentElement: page } = document
  const stored = read('mantine-color-scheme-value')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.setAttribute('data-mantine-color-scheme', stored === 'light' || stored === 'dark' ? stored : system)
  if (readPalette() === 'blue_orange') page.setAttribute('data-pl', 'alt')
  const isSignIn = ['/login', '/register'].includes(location.pathname)
  const hasShape = read('token') !== null && !isSignIn
  const address = location.pathname.split('/')[1]
  const sendForCode = () => {
    for (const { name, content } of document.querySelectorAll('meta[name^="page:"]')) {
      if (name !== 'page:' && !(hasShape && name === `page:${address}`)) continue
      for (const href of content.split(' ')) {
        const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' })
        link.setAttribute('fetchpriority', 'low')
        document.head.append(link)
      }
    }
  }
  if (!hasShape) return sendForCode()
  page.setAttribute('data-session', '')
  page.setAttribute('data-page', address)
  if (document.hidden) sendForCode()
  else requestAnimationFrame(() => setTimeout(sendForCode))
})()
