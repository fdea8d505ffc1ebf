import { useEffect, useEffectEvent } from 'react'
import { usesCmd } from './platform.ts'
import { usePreferences } from './preferences.ts'

/** Actions by key: `n`, the sequence `g d`, or `mod+k` with Ctrl (Cmd on Apple devices). */
export type PageKeys = Readonly<Record<string, () => void>>

interface Scope {
  readonly isPage: boolean
  readonly read: () => PageKeys
}

/** Maximum time between the two keys of a sequence. */
const SEQUENCE_MS = 1_500

const scopes = new Set<Scope>()
let first: { readonly key: string; readonly atMs: number } | null = null

/**
 * Page-wide shortcuts. Disabled while the user types and under a dialog. The page's own shortcuts take precedence over
 * the app's. Keys without a modifier are disabled if the user has turned them off.
 */
export function usePageKeys(keys: PageKeys, owner: 'page' | 'app' = 'page'): void {
  const [{ singleKeys }] = usePreferences()
  const read = useEffectEvent(() =>
    singleKeys ? keys : Object.fromEntries(Object.entries(keys).filter(([name]) => name.startsWith('mod+'))),
  )
  useEffect(() => addScope({ isPage: owner === 'page', read: () => read() }), [owner])
}

/** Adds the scope and returns a function that removes it. */
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

/** Returns a sequence's first key if it was pressed just before. Any other key resets it. */
function takeFirst({ timeStamp }: KeyboardEvent): string | null {
  const begun = first
  first = null
  return begun !== null && timeStamp - begun.atMs <= SEQUENCE_MS ? begun.key : null
}

/** Name of the key in the notation of `PageKeys`; null if the key is not a shortcut. */
function nameKey(event: KeyboardEvent): string | null {
  // Some keyboards need AltGr for a bracket and report it as Ctrl and Alt.
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
