import { jest } from '@jest/globals'

export interface SavedFile {
  readonly name: string
  readonly text: Promise<string>
}

/** Has the page save its files here; `jest.restoreAllMocks` ends it. */
export function collectSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = []
  let latest = new Blob()
  URL.createObjectURL = (blob) => {
    latest = blob as Blob
    return 'blob:file'
  }
  URL.revokeObjectURL = () => {}
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download !== '') saved.push({ name: this.download, text: readText(latest) })
  })
  return saved
}

const readText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
