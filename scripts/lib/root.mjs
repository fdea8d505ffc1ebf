import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const inRoot = (...parts) => join(root, ...parts)

/** Every child finds the pinned Node and the tools of node_modules first. */
export const pathWithTools = () => `${inRoot('node_modules', '.bin')}:${process.env.PATH ?? ''}`
