import { fileURLToPath } from 'node:url'

const SHARED = new URL('../../../../shared/', import.meta.url)

/** Path of a file in the folder of reference data that may lie beside the checkout. */
export const sharedPath = (file: string): string => fileURLToPath(new URL(file, SHARED))
