import { useEffect, useEffectEvent } from 'react'
import { usesCmd } from './platform.ts'
import { usePreferences } from './preferences.ts'

/** What keys do, by what they write: `n`, `g d` for one after the other, `mod+k` with Ctrl (Cmd where that is the custom). */
export type PageKeys = Readonly<Record<string, () => void>>

interface Scope {
  readonly isPage: boolean
  readonly read: () => PageKeys
}

/** The second key of two comes within this time. */
const SEQUENCE_MS = 1_500

const scopes = new Set<Scope>()
let first: { readonly key: string; readonly atMs: number } | null = null

/**
 * Keys of the page as a whole, dead while somebody types and under a dialog. A page's own come before those of the frame
 * around all pages (`app`). Keys without a modifier are dead where the reader does not want them.
 */
export function usePageKeys(keys: PageKeys, owner: 'page' | 'app' = 'page'): void {
  const [{ singleKeys }] = usePreferences()
  const read = useEffectEvent(() =>
    singleKeys ? keys : Object.fromEntries(Object.entries(keys).filter(([name]) => name.startsWith('mod+'))),
  )
  useEffect(() => addScope({ isPage: owner === 'page', read: () => read() }), [owner])
}

/** @returns what removes it. */
function addScope(scope: Scope): () => void {
  if (scopes.size === 0) window.addEventListener('keydown', onKeyDown)
  scopes.add(scope)
  return () => {
    scopes.delete(scope)
    if (scopes.size > 0) return
    window.removeEventListener('keydown', onKeyDown)
    first = null
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (MODIFIERS.has(event.key)) return
  const leading = takeFirst(event)
  if (event.defaultPrevented || event.isComposing || document.querySelector('[aria-modal="true"]') !== null) return
  const pressed = nameKey(event)
  if (pressed === null) return
  const name = leading === null ? pressed : `${leading} ${pressed}`
  const all = [...scopes].sort((one, other) => Number(other.isPage) - Number(one.isPage)).map(({ read }) => read())
  const action = all.find((keys) => keys[name] !== undefined)?.[name]
  if (action !== undefined) {
    event.preventDefault()
    action()
  } else if (all.some((keys) => Object.keys(keys).some((each) => each.startsWith(`${name} `)))) {
    first = { key: name, atMs: event.timeStamp }
  }
}

/** The key that began a sequence, if it was just before; after any other key there is none. */
function takeFirst({ timeStamp }: KeyboardEvent): string | null {
  const begun = first
  first = null
  return begun !== null && timeStamp - begun.atMs <= SEQUENCE_MS ? begun.key : null
}

/** null: the key belongs to something else. */
function nameKey(event: KeyboardEvent): string | null {
  // Some keyboards have a bracket on a third level only, and report it as Ctrl and Alt.
  if (!event.getModifierState('AltGraph')) {
    const { ctrlKey, metaKey, altKey, shiftKey } = event
    const isMod = usesCmd() ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (isMod && !altKey && !shiftKey) return `mod+${event.key.toLowerCase()}`
    if (ctrlKey || metaKey || altKey) return null
  }
  return isTypedInto(event.target) ? null : event.key
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
