import type { CSSProperties } from 'react'
import { type LineKey, lineFacts } from './indicator-lines.ts'
import classes from './swatch.module.css'

/** A sample of a line, shown next to the line's name. */
export function Swatch({ line }: { readonly line: LineKey }) {
  return <i className={classes.swatch} style={{ '--line-color': `var(--${lineFacts[line].color})` } as CSSProperties} />
}
