import type { CSSProperties } from 'react'
import { type LineKey, lineFacts } from './indicator-lines.ts'
import classes from './swatch.module.css'

/** Sample of a line, shown beside its name. */
export function Swatch({ line }: { readonly line: LineKey }) {
  return <i className={classes.swatch} style={{ '--line-color': `var(--${lineFacts[line].color})` } as CSSProperties} />
}
