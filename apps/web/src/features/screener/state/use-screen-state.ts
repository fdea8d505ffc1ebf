import { useEffect, useEffectEvent } from 'react'
import { type AddressForm, type AddressNavigation, useAddressState } from '../../../shared/use-address-state.ts'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { readScreenState, storePreferences } from './screen-preferences.ts'
import { type ScreenState, writeScreenState } from './screen-state.ts'

export type ScreenNavigation = AddressNavigation<ScreenState>

const address: AddressForm<ScreenState> = { read: readScreenState, write: writeScreenState }

/** Screen state, read from the URL and written back to it. */
export function useScreenState(): ScreenNavigation {
  const navigation = useAddressState(address)
  useExplicitUrl(navigation)
  const { columns } = navigation.state
  useOnChange(columns.join(), () => storePreferences({ columns }))
  return navigation
}

/** Adds the state to a bare URL, so that Back restores it even after the preferences change. */
function useExplicitUrl({ isBare, go }: ScreenNavigation): void {
  const writeState = useEffectEvent(() => go((latest) => latest, { replace: true }))
  useEffect(() => {
    if (isBare) writeState()
  }, [isBare])
}
