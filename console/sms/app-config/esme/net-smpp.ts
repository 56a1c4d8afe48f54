import { singleQuoted } from '../../app-manage/sample/facts.ts'
import { hostOf, type LoginFacts, passwordGap, portOf } from './protocol.ts'

/** A program on Perl's Net::SMPP that sends a text and waits for its report. */
export const netSmppProgram = ({ address, loginName, password }: LoginFacts, phone: string, text: string): string => `use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Net::SMPP;
binmode $_, ':utf8' for *STDOUT, *STDERR;

my ($smpp, $bound) = Net::SMPP->new_transceiver('${hostOf(address)}',
    port => ${portOf(address)}, system_id => '${loginName}', password => '${password ?? passwordGap}');
die "没有连上\\n" unless $bound;
die sprintf "绑定被拒绝：0x%08x\\n", $bound->{status} if $bound->{status};

my $answer = $smpp->submit_sm(
    source_addr => '10690000', destination_addr => '${phone}', data_coding => 8, registered_delivery => 1,
    short_message => '', message_payload => encode('UTF-16BE', ${singleQuoted(text)}),
);
die sprintf "提交被拒绝：0x%08x\\n", $answer->{status} if $answer->{status};
print "短信编号：$answer->{message_id}\\n";

my $report = $smpp->read_pdu();
$smpp->deliver_sm_resp(seq => $report->{seq}, message_id => '');
print "状态报告：$report->{short_message}\\n";
$smpp->unbind();
`
