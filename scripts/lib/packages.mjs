import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './root.mjs'

/** Workspace folders of the root package.json, relative to the root and in order. */
export function workspaceFolders() {
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return workspaces
    .map((pattern) => pattern.replace(/\/\*$/, ''))
    .flatMap((parent) =>
      existsSync(inRoot(parent))
        ? readdirSync(inRoot(parent))
            .sort()
            .map((name) => join(parent, name))
        : [],
    )
    .filter((folder) => existsSync(inRoot(folder, 'package.json')))
}
