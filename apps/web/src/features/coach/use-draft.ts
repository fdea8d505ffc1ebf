import { useState } from 'react'
import { openBrowserStorage } from '../../api/browser-storage.ts'
import { useUserId } from '../../api/session-hooks.ts'

const KEY = 'coachDraft'
const storage = openBrowserStorage(() => sessionStorage)

/** What stands unsent in the field; it is there again for who looks something up on another page, in this tab. */
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
