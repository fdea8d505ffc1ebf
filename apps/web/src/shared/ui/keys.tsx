import { Fragment } from 'react'
import { usesCmd } from '../platform.ts'
import classes from './keys.module.css'
import { uiWords } from './ui-words.ts'

/** Shows the keys of a shortcut: `g d` is a sequence, `mod+k` and `shift+x` are combinations. */
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
  const [modifier, name] = key.split('+')
  if (name === undefined) return key
  if (modifier === 'shift') return `Shift ${name.toUpperCase()}`
  return usesCmd() ? `⌘${name.toUpperCase()}` : `Ctrl ${name.toUpperCase()}`
}
