import { useMediaQuery } from '@mantine/hooks'

const now = { getInitialValueInEffect: false }

/** Under 768 px: cards instead of tables, a drawer instead of the sidebar. */
export const useIsPhone = () => useMediaQuery('(max-width: 47.99em)', false, now)

/** Under 1366 px: the sidebar is a rail of icons. */
export const useIsNarrow = () => useMediaQuery('(max-width: 85.36em)', false, now)
