import { useMemo, useSyncExternalStore } from 'react'
import {
  onPreferencesChange,
  parsePreferences,
  readPreferencesText,
  type ScreenPreferences,
} from './screen-preferences.ts'

export function usePreferences(): ScreenPreferences {
  const text = useSyncExternalStore(onPreferencesChange, readPreferencesText)
  return useMemo(() => parsePreferences(text), [text])
}
