import { useLayoutEffect } from 'react'
import { usePreferences } from '../preferences.ts'

/** Has the page in the colours chosen for gain and loss; `public/first-paint.js` does so before it is there. */
export function Palette() {
  const [{ palette }] = usePreferences()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (palette === 'blue_orange') dataset.pl = 'alt'
    else delete dataset.pl
  }, [palette])
  return null
}
