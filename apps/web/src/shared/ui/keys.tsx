import { Fragment } from 'react'
import { usesCmd } from '../platform.ts'
import classes from './keys.module.css'
import { uiWords } from './ui-words.ts'

/** Keys as they are pressed: `g d` one after the other, `mod+k` together. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={classes.keys}>
      {keys.split(' ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className={classes.then}>{uiWords.afterwards}</span>}
          <kbd className={classes.key}>{nameKey(key)}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

function nameKey(key: string): string {
  if (!key.startsWith('mod+')) return key
  const name = key.slice('mod+'.length).toUpperCase()
  return usesCmd() ? `⌘${name}` : `Ctrl ${name}`
}
