import { useEffect, useEffectEvent } from 'react'
import { type AddressForm, type AddressNavigation, useAddressState } from '../../../shared/use-address-state.ts'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { readScreenState, storePreferences } from './screen-preferences.ts'
import { type ScreenState, writeScreenState } from './screen-state.ts'

export type ScreenNavigation = AddressNavigation<ScreenState>

const address: AddressForm<ScreenState> = { read: readScreenState, write: writeScreenState }

/** The state of the screen, read from the address and written back to it. */
export function useScreenState(): ScreenNavigation {
  const navigation = useAddressState(address)
  useSettledAddress(navigation)
  const { columns } = navigation.state
  useOnChange(columns.join(), () => storePreferences({ columns }))
  return navigation
}

/** Writes down what a bare address shows, so that Back finds the same however the preferences change. */
function useSettledAddress({ isBare, go }: ScreenNavigation): void {
  const settle = useEffectEvent(() => go((latest) => latest, { replace: true }))
  useEffect(() => {
    if (isBare) settle()
  }, [isBare])
}
