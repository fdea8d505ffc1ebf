import { useMediaQuery } from '@mantine/hooks'
import { NARROW, PHONE, SHORT } from './breakpoints.ts'

const now = { getInitialValueInEffect: false }

export const useIsPhone = () => useMediaQuery(PHONE, false, now)
export const useIsNarrow = () => useMediaQuery(NARROW, false, now)
export const useIsShort = () => useMediaQuery(SHORT, false, now)
