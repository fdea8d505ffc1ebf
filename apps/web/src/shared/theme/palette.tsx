import { useLayoutEffect } from 'react'
import { usePreferences } from '../preferences.ts'

/** Applies the palette that the user chose. Before the first paint, `public/first-paint.js` applies it. */
export function Palette() {
  const [{ palette }] = usePreferences()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (palette === 'blue_orange') dataset.pl = 'alt'
    else delete dataset.pl
  }, [palette])
  return null
}
