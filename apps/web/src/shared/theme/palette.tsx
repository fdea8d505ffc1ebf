import { useLayoutEffect } from 'react'
import { usePreferences } from '../preferences.ts'

/** Applies the chosen palette; `public/first-paint.js` does so before the first paint. */
export function Palette() {
  const [{ palette }] = usePreferences()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (palette === 'blue_orange') dataset.pl = 'alt'
    else delete dataset.pl
  }, [palette])
  return null
}
