import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const inRoot = (...parts) => join(root, ...parts)

/** PATH with the pinned Node and the tools in node_modules first. */
export const pathWithTools = () => `${inRoot('node_modules', '.bin')}:${process.env.PATH ?? ''}`
