import { renderToStaticMarkup } from 'react-dom/server'
import base from '../shared/theme/base.css?inline'
import fallbackFont from '../shared/theme/fallback-font.css?inline'
import tokens from '../shared/theme/tokens.css?inline'
import brand from '../shared/ui/brand.module.css?inline'
import frame from './start-frame.module.css?inline'
import { DocumentFrame } from './start-frame.tsx'

/** Renders static HTML with inlined styles, which the browser shows before any script runs. */
export const render = (): string =>
  `<style>${[base, fallbackFont, tokens, brand, frame].join('')}</style>${renderToStaticMarkup(<DocumentFrame />)}`
