import { OwnWords } from '../amount-mask.tsx'
import classes from './messages.module.css'

type Block =
  | { readonly kind: 'space' }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'list'; readonly items: string[] }

/** List marker. A hyphen before a digit is a minus sign, not a marker. */
const BULLET = /^\s*(?:[•*]|-(?!\d))\s*/

/** Text of a message: lines with a bullet or hyphen become lists, blank lines become spacing. */
export function MessageText({ text }: { readonly text: string }) {
  return readBlocks(text).map((block, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the lines of a message never reorder
    if (block.kind === 'space') return <div key={index} className={classes.space} data-testid="spacer" />
    if (block.kind === 'line')
      return (
        <p key={index}>
          <OwnWords text={block.text} />
        </p>
      )
    return (
      <ul key={index} className={classes.bullets}>
        {block.items.map((item, place) => (
          <li key={place}>
            <OwnWords text={item} />
          </li>
        ))}
      </ul>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the lines of a message never reorder
  })
}

function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const item = line.replace(BULLET, '')
    if (line.trim() === '') {
      if (last !== undefined && last.kind !== 'space') blocks.push({ kind: 'space' })
    } else if (item === line) blocks.push({ kind: 'line', text: line })
    else if (last?.kind === 'list') last.items.push(item)
    else blocks.push({ kind: 'list', items: [item] })
  }
  if (blocks.at(-1)?.kind === 'space') blocks.pop()
  return blocks
}
