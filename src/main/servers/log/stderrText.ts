import { stripVTControlCharacters } from 'node:util';
import type { LogLevel } from '../../../shared/log.ts';

const isError = /\b(?:ERROR|FATAL|CRITICAL|PANIC)\b|^\w*(?:Error|Exception)\b:?|^Traceback\b/;
const isWarning = /\bWARN(?:ING)?\b/i;
const isStackFrame = /^\s+at |^\s*\^+\s*$|^Node\.js v\d/;
const saysWhy =
  /error|exception|fatal|panic|cannot|can't|not set|missing|required|failed|denied|not found|invalid/i;

/** How bad a line of stderr is. Servers print all their logging there, so a plain line is fine. */
export function stderrLevel(line: string): LogLevel {
  if (isError.test(line)) return 'error';
  return isWarning.test(line) ? 'warn' : 'info';
}

/** The line that says most about why a process ended: rarely its very last. */
export function tellingLine(lines: readonly string[]): string | undefined {
  const plain = lines.map((line) => stripVTControlCharacters(line));
  const spoken = plain.filter((line) => !isStackFrame.test(line)).reverse();
  return (spoken.find((line) => saysWhy.test(line)) ?? spoken[0])?.trim().slice(0, 300);
}
