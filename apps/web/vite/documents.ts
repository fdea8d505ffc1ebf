import type { Rolldown } from 'vite'

/** The main font. Preloaded, because swapping it in later would shift the layout. */
const FONT = /instrument-sans-latin-wdth-normal.*\.woff2$/

interface Link {
  readonly tag: 'link'
  readonly attrs: Record<string, string | boolean>
  readonly injectTo: 'head'
}

export const buildLink = (fileName: string, attrs: Record<string, string>): Link => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})

/** Preloads the font, so that the browser need not wait for the styles. */
export const linkFonts = (bundle: Rolldown.OutputBundle): Link[] =>
  Object.keys(bundle)
    .filter((fileName) => FONT.test(fileName))
    .map((fileName) => buildLink(fileName, { rel: 'preload', as: 'font' }))
