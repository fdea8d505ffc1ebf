/** `npm run lint:words [path]`: words that STYLE.md does not allow in code, in documents and on screen, and what to write instead. */
import { findBannedWords } from './lib/plain-words.mjs'

const found = findBannedWords(process.argv[2])
for (const { file, line, where, word, instead } of found) console.log(`${file}:${line} ${where}: "${word}" - ${instead}`)
if (found.length > 0) console.log(`${found.length} to reword. See "Voice" in STYLE.md.`)
process.exitCode = found.length === 0 ? 0 : 1
