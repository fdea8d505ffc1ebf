import { fileURLToPath } from 'node:url'

const SHARED = new URL('../../../../shared/', import.meta.url)

/** Path of a file in the folder of reference data that may be next to the checkout. */
export const sharedPath = (file: string): string => fileURLToPath(new URL(file, SHARED))
