/** Lets `start.ts` load the component library early. */
export { MantineProvider } from '@mantine/core'
