import './report.css';
import {read_page} from './data';
import {element} from './element';
import {draw_figures} from './figure';
import {words_used} from './glossary';
import {header, how_it_was_made} from './header';
import {section_view} from './section';

const page = read_page();
const main = element('main', {}, section_view(page.report, 1));
const words = words_used(page.report);
if (words) main.append(words);
main.append(how_it_was_made(page.run));
document.body.replaceChildren(header(page), main);
draw_figures();
document.documentElement.dataset['ready'] = 'yes';
