/** A way to fetch the library of parts alone: see `start.ts`. */
export { MantineProvider } from '@mantine/core'
