// Runs before the first paint, so that the page never shows the other theme. The key is Mantine's own.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    stored = null
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = stored === 'light' || stored === 'dark' ? stored : system
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
