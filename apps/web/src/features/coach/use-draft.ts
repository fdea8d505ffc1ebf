import { useState } from 'react'
import { openBrowserStorage } from '../../api/browser-storage.ts'
import { useUserId } from '../../api/session-hooks.ts'

const KEY = 'coachDraft'
const storage = openBrowserStorage(() => sessionStorage)

/** Unsent text in the message field. Stored per tab, so it survives a visit to another page. */
export function useDraft(): readonly [string, (text: string) => void] {
  const key = `${KEY}.${useUserId()}`
  const [text, setText] = useState(() => storage.get(key) ?? '')
  const write = (written: string) => {
    setText(written)
    if (written === '') storage.remove(key)
    else storage.set(key, written)
  }
  return [text, write]
}
