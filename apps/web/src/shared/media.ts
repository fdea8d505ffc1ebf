import { useMediaQuery } from '@mantine/hooks'
import { NARROW, PHONE } from './breakpoints.ts'

const now = { getInitialValueInEffect: false }

export const useIsPhone = () => useMediaQuery(PHONE, false, now)
export const useIsNarrow = () => useMediaQuery(NARROW, false, now)
