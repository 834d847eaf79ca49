// Compares a dataset's Parquet file, as two readers see it, with tasks as JSONL.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

const [parquet, jsonl] = process.argv.slice(2)
if (!parquet || !jsonl) {
  console.error('usage: node read.mjs FILE.parquet TASKS.jsonl')
  process.exit(2)
}

// Columns that are lists of text, and those whose text is JSON. All others are
// text as it is.
const lists = ['key_answer', 'key_middle']
const json = ['given', 'middle_values', 'answer_values', 'plan', 'derivation', 'choices', 'steps', 'entities', 'bystander', 'structure', 'checks', 'review', 'provenance', 'twin']

// JSONL leaves out the texts given, the terms that replace keywords on the way and the by-stander of a
// task without any, what only exam items have, and the twin of a task that has an answer.
const tasks = readFileSync(jsonl, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))
for (const task of tasks) {
  task.given ??= null
  task.middle_values ??= null
  task.derivation ??= null
  task.choices ??= null
  task.bystander ??= null
  task.twin ??= null
}

async function duckdb() {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const file = `read_parquet('${parquet.replaceAll("'", "''")}', file_row_number = true)`
  const types = await connection.runAndReadAll(`SELECT column_name, column_type FROM (DESCRIBE SELECT * EXCLUDE file_row_number FROM ${file})`)
  for (const [name, type] of types.getRowsJson()) {
    const want = lists.includes(name) ? 'VARCHAR[]' : 'VARCHAR'
    if (type !== want) throw new Error(`column ${name} is ${type}, want ${want}`)
  }
  const rows = await connection.runAndReadAll(`SELECT * EXCLUDE file_row_number FROM ${file} ORDER BY file_row_number`)
  return rows.getRowObjectsJson()
}

async function hyparquet() {
  return parquetReadObjects({ file: await asyncBufferFromFile(parquet) })
}

// difference says how a row is not the task, or returns ''.
function difference(row, task) {
  const columns = Object.keys(row)
  if (!isDeepStrictEqual(columns.toSorted(), Object.keys(task).toSorted())) return `columns ${columns}, want ${Object.keys(task)}`
  for (const name of columns) {
    const got = json.includes(name) ? JSON.parse(row[name]) : row[name]
    if (!isDeepStrictEqual(got ?? null, task[name])) {
      return `${name} is ${JSON.stringify(got)}, want ${JSON.stringify(task[name])}`
    }
  }
  return ''
}

for (const read of [duckdb, hyparquet]) {
  const rows = await read()
  const faults = rows.length === tasks.length ? [] : [`${rows.length} rows, want ${tasks.length}`]
  tasks.forEach((task, i) => {
    const fault = i < rows.length ? difference(rows[i], task) : ''
    if (fault) faults.push(`row ${i + 1}: ${fault}`)
  })
  for (const fault of faults) console.error(`${read.name}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${read.name}: ${rows.length} rows equal`)
}
