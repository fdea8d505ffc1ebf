import { type RefObject, useEffect, useEffectEvent } from 'react'
import { usePreferences } from './preferences.ts'

/** Action for each key: `n`, the sequence `g d`, or `mod+k`, where mod is Ctrl or, on Apple devices, Cmd. */
export type PageKeys = Readonly<Record<string, () => void>>

interface Scope {
  readonly isPage: boolean
  readonly read: () => PageKeys
}

/** How long after the first key of a sequence the second key still counts. */
const SEQUENCE_MS = 1_500

const scopes = new Set<Scope>()
let first: { readonly key: string; readonly atMs: number } | null = null

/**
 * Shortcuts for a whole page. They are off while the user types and while a dialog covers the page. The page's own
 * shortcuts take precedence over the app's. The user can turn off the ones without a modifier.
 */
export function usePageKeys(keys: PageKeys, owner: 'page' | 'app' = 'page'): void {
  const [{ singleKeys }] = usePreferences()
  const read = useEffectEvent(() =>
    singleKeys ? keys : Object.fromEntries(Object.entries(keys).filter(([name]) => name.startsWith('mod+'))),
  )
  useEffect(() => addScope({ isPage: owner === 'page', read: () => read() }), [owner])
}

/** Adds a set of shortcuts. Returns a function that removes it. */
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

/** Returns the first key of a sequence if it was pressed just before this key. It counts for one key only. */
function takeFirst({ timeStamp }: KeyboardEvent): string | null {
  const begun = first
  first = null
  return begun !== null && timeStamp - begun.atMs <= SEQUENCE_MS ? begun.key : null
}

/** The key as `PageKeys` writes it; null if it cannot be a shortcut. */
function nameKey(event: KeyboardEvent): string | null {
  // On some keyboards a bracket needs AltGr, which is reported as Ctrl and Alt.
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

/** Whether shortcuts on this platform use Cmd instead of Ctrl. */
export const usesCmd = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Makes the key `/` focus the search. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  usePageKeys({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })
}
