import { jest } from '@jest/globals'

export interface SavedFile {
  readonly name: string
  readonly text: Promise<string>
}

/** Collects the files that the page saves from now until `jest.restoreAllMocks`. */
export function collectSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = []
  let latest = new Blob()
  // jsdom lacks these functions.
  URL.createObjectURL ??= () => ''
  URL.revokeObjectURL ??= () => {}
  jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob
    return 'blob:file'
  })
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
