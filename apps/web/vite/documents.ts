import type { Rolldown } from 'vite'

/** The font of all pages. If it loaded late, the layout would shift. */
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

/** Links that preload the font before the browser has parsed the styles. */
export const linkFonts = (bundle: Rolldown.OutputBundle): Link[] =>
  Object.keys(bundle)
    .filter((fileName) => FONT.test(fileName))
    .map((fileName) => buildLink(fileName, { rel: 'preload', as: 'font' }))
