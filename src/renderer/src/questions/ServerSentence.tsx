import { Fragment } from 'react';

/** A translated sentence in which the server's name stands as U+E000; it is put in as text. */
export function ServerSentence({ text, server }: { text: string; server: string }) {
  return text.split(/(\uE000)/).map((part, index) => (
    // The parts of a sentence never move.
    <Fragment key={index}>{part === '\uE000' ? <b>{server}</b> : part}</Fragment>
  ));
}
