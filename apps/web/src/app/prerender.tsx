import { renderToStaticMarkup } from 'react-dom/server'
import base from '../shared/theme/base.css?inline'
import fallbackFont from '../shared/theme/fallback-font.css?inline'
import tokens from '../shared/theme/tokens.css?inline'
import brand from '../shared/ui/brand.module.css?inline'
import frame from './start-frame.module.css?inline'
import { DocumentFrame } from './start-frame.tsx'

/** What the document shows before any script has run, with all the styles it takes: it waits for nothing. */
export const render = (): string =>
  `<style>${[base, fallbackFont, tokens, brand, frame].join('')}</style>${renderToStaticMarkup(<DocumentFrame />)}`
