/** Preloads the component library: see `start.ts`. */
export { MantineProvider } from '@mantine/core'
