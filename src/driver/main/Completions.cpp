//===- Completions.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Completions.h"

#include <cctype>
#include <initializer_list>
#include <utility>

#include "diagnostic/Fail.h"
#include "driver/main/Knobs.h"
#include "machine/DTypes.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

static std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

static std::string optionsOf(const Command &command) {
  std::vector<std::string> names = {"--help"};
  for (const Knob &knob : knobs())
    if (knob.isOf(command))
      names.insert(names.end(), knob.names.begin(), knob.names.end());
  return joined(names);
}

static std::string replaced(std::string text, const std::string &what, const std::string &with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

//===----------------------------------------------------------------------===//
// What bash and zsh share
//===----------------------------------------------------------------------===//

/// Reads what `wave list` prints; `field` is kernels, or a row of `kernel`, or sizes: what
/// is a whole dimension of an argument.
static const char *const listProgram = R"awk(
    /^[^ ]/ { name = $1; sub(/:$/, "", name); if (field == "kernels") print name; next }
    name != kernel { next }
    field == "sizes" && $1 == "arguments" {
      for (rest = $0; match(rest, /\[[^]]*\]/); rest = substr(rest, RSTART + RLENGTH)) {
        count = split(substr(rest, RSTART + 1, RLENGTH - 2), dims, ", ")
        for (i = 1; i <= count; ++i)
          if (dims[i] ~ /^[A-Za-z_][A-Za-z_0-9]*$/ && !seen[dims[i]]++)
            print dims[i]
      }
    }
    $1 == field {
      for (i = 2; i <= NF; ++i)
        if ($i != "none" && $i ~ /^[A-Za-z_][A-Za-z_0-9]*(=|$)/) {
          sub(/=.*/, "", $i)
          print $i
        }
    })awk";

/// `_wave_list PROGRAM FIELD KERNEL`
static const char *const listFunction = R"sh(_wave_list() {
  "$1" list -q 2>/dev/null | awk -v field="$2" -v kernel="$3" '@AWK@'
}

_wave_topics() {
  "$1" help errors 2>/dev/null | awk '/^  / { print $1 }'
}
)sh";

/// The arms of `case "$command $previous"`, which set `kind` or `choices`.
static std::string valueArms() {
  std::string text;
  for (const Knob &knob : knobs()) {
    if (knob.isFlag())
      continue;
    std::string patterns;
    for (const std::string &command : knob.commands)
      for (const std::string &name : knob.names)
        patterns += (patterns.empty() ? "" : " | ") + ("\"" + command + " " + name + "\"");
    const bool isAsked = knob.choices().empty() && !knob.words.empty();
    const std::string what = isAsked ? "kind=" + knob.words.substr(1)
                                     : "kind=words choices='" + joined(knob.choices()) + "'";
    text += "    " + patterns + ") " + what + " ;;\n";
  }
  return text;
}

static std::string optionArms() {
  std::string text;
  for (const Command &command : commands())
    text += "    " + command.name + ") options='" + optionsOf(command) + "' ;;\n";
  return text;
}

/// Options that take the next word, as a pattern.
static std::string valueOptions() {
  std::string text;
  for (const Knob &knob : knobs())
    if (!knob.isFlag())
      for (const std::string &name : knob.names)
        text += (text.empty() ? "" : " | ") + name;
  return text;
}

static std::string commandWords() {
  std::vector<std::string> names;
  for (const Command &command : commands())
    names.push_back(command.name);
  return joined(names);
}

static std::string filled(std::string script) {
  for (const auto &[mark, text] : std::initializer_list<std::pair<const char *, std::string>>{
           {"@LIST@", listFunction},
           {"@AWK@", listProgram},
           {"@VALUES@", valueArms()},
           {"@OPTIONS@", optionArms()},
           {"@TAKES@", valueOptions()},
           {"@COMMANDS@", commandWords()},
           {"@TYPES@", joined(machine::dtypeNames())}})
    script = replaced(std::move(script), mark, text);
  return script;
}

/// `script` for a program of that name, whose functions are its own.
static std::string named(const std::string &script, const std::string &name) {
  std::string identifier = name;
  for (char &c : identifier)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return replaced(replaced(script, "_wave", "_" + identifier), "@NAME@", name);
}

//===----------------------------------------------------------------------===//
// The scripts
//===----------------------------------------------------------------------===//

// Words are taken from the line itself: bash would cut them at "=".
static const char *const bashScript =
    R"sh(# Completion of @NAME@ for bash: source <(@NAME@ help --completions bash)

@LIST@
_wave() {
  local line=${COMP_LINE:0:COMP_POINT} current='' previous='' command='' argument=''
  local program words options='' kind='' choices='' prefix='' i
  COMPREPLY=()
  read -ra words <<<"$line"
  if [[ $line != *[[:space:]] ]]; then
    current=${words[-1]}
    unset 'words[-1]'
  fi
  program=${words[0]/#\~/$HOME}
  for ((i = 1; i < ${#words[@]}; ++i)); do
    case ${words[i]} in
    @TAKES@) ((++i)) ;;
    -*) ;;
    *)
      if [[ -z $command ]]; then
        command=${words[i]}
      elif [[ -z $argument ]]; then
        argument=${words[i]}
      fi
      ;;
    esac
  done
  ((${#words[@]} > 1)) && previous=${words[-1]}
  case "$command $previous" in
@VALUES@  esac
  case $command in
@OPTIONS@  esac

  if [[ -z $kind ]]; then
    if [[ $current == -* ]]; then
      kind=words choices=${options:---help --version}
    elif [[ -z $command ]]; then
      kind=words choices='@COMMANDS@'
    elif [[ -z $argument ]]; then
      case $command in
      run | emit) kind=words choices=$(_wave_list "$program" kernels) ;;
      help) kind=words choices="errors environment @COMMANDS@ $(_wave_topics "$program")" ;;
      esac
    fi
  fi
  case $kind in
  dtype)
    prefix=${current%"${current##*[,=]}"}
    if [[ $prefix == *= ]]; then
      kind=words choices='@TYPES@'
    else
      kind=names choices=$(_wave_list "$program" dtypes "$argument")
    fi
    ;;
  size)
    prefix=${current%"${current##*,}"}
    kind=words choices=$(_wave_list "$program" sizes "$argument")
    ;;
  symbol)
    [[ $current == *=* ]] || kind=names choices=$(_wave_list "$program" symbols "$argument")
    ;;
  reads | writes)
    if [[ $current == *=* ]]; then
      kind=file prefix=${current%%=*}=
    else
      choices=$(_wave_list "$program" $kind "$argument") kind=names
    fi
    ;;
  esac
  case $kind in
  words) mapfile -t COMPREPLY < <(compgen -W "$choices" -- "${current#"$prefix"}") ;;
  names)
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -W "$choices" -S = -- "${current#"$prefix"}")
    ;;
  file)
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "${current#"$prefix"}")
    ;;
  esac
#What stands before the last "=" is not replaced, anything before a comma is.
  if [[ -n $prefix && $prefix != *= ]]; then
    local kept=${prefix##*=}
    COMPREPLY=("${COMPREPLY[@]/#/$kept}")
  fi
}

complete -F _wave @NAME@
)sh";

static const char *const zshScript = R"sh(#compdef @NAME@
# Completion of @NAME@ for zsh: @NAME@ help --completions zsh > _@NAME@, in a folder of $fpath

@LIST@
_wave() {
  local command='' argument='' previous=$words[CURRENT-1] current=$PREFIX
  local program=${words[1]/#\~/$HOME} options='' kind='' choices=''
  integer i
  for ((i = 2; i < CURRENT; ++i)); do
    case $words[i] in
    @TAKES@) ((++i)) ;;
    -*) ;;
    *)
      if [[ -z $command ]]; then
        command=$words[i]
      elif [[ -z $argument ]]; then
        argument=$words[i]
      fi
      ;;
    esac
  done
  case "$command $previous" in
@VALUES@  esac
  case $command in
@OPTIONS@  esac

  if [[ -z $kind ]]; then
    if [[ $current == -* ]]; then
      kind=words choices=${options:---help --version}
    elif [[ -z $command ]]; then
      kind=words choices='@COMMANDS@'
    elif [[ -z $argument ]]; then
      case $command in
      run | emit) kind=words choices=$(_wave_list "$program" kernels) ;;
      help) kind=words choices="errors environment @COMMANDS@ $(_wave_topics "$program")" ;;
      esac
    fi
  fi
  case $kind in
  dtype)
    compset -P '*,'
    if compset -P '*='; then
      kind=words choices='@TYPES@'
    else
      kind=names choices=$(_wave_list "$program" dtypes "$argument")
    fi
    ;;
  size)
    compset -P '*,'
    kind=words choices=$(_wave_list "$program" sizes "$argument")
    ;;
  symbol)
    compset -P '*=' || kind=names choices=$(_wave_list "$program" symbols "$argument")
    ;;
  reads | writes)
    if compset -P '*='; then
      kind=file
    else
      choices=$(_wave_list "$program" $kind "$argument") kind=names
    fi
    ;;
  esac
  case $kind in
  words) compadd -- ${=choices} ;;
  names) compadd -S = -- ${=choices} ;;
  file) _files ;;
  esac
}

if [[ $funcstack[1] == _wave ]]; then
  _wave "$@"
else
  compdef _wave @NAME@
fi
)sh";

static const char *const fishHead = R"sh(# Completion of @NAME@ for fish:
#   @NAME@ help --completions fish > ~/.config/fish/completions/@NAME@.fish

# The command and its argument: words that are neither options nor their values.
function __wave_words
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else
            switch $word
                case @TAKEN@
                    set skip 1
                case '-*'
                case '*'
                    echo $word
            end
        end
    end
end

# The kernels, or what one of them has: symbols, sizes, dtypes, reads, writes.
function __wave_list
    set -l words (commandline -opc)
    set -l kernel (__wave_words)[2]
    $words[1] list -q 2>/dev/null | awk -v field=$argv[1] -v kernel="$kernel" '@AWK@'
end

function __wave_symbol
    string match -q '*=*' -- (commandline -ct); or string replace -r '$' = (__wave_list symbols)
end

function __wave_size
    set -l before (string replace -r '[^,]*$' '' -- (commandline -ct))
    for name in (__wave_list sizes)
        echo $before$name
    end
end

function __wave_dtype
    set -l before (string replace -r '[^,]*$' '' -- (commandline -ct))
    for name in (__wave_list dtypes)
        for type in @TYPES@
            echo $before$name=$type
        end
    end
end

function __wave_argument
    set -l token (commandline -ct)
    if string match -q '*=*' -- $token
        set -l parts (string split -m 1 = -- $token)
        for file in (complete -C "__wave_file $parts[2]")
            echo $parts[1]=$file
        end
    else
        string replace -r '$' = (__wave_list $argv[1])
    end
end

function __wave_reads
    __wave_argument reads
end

function __wave_writes
    __wave_argument writes
end

function __wave_kernel
    test (count (__wave_words)) -lt 2; and __wave_list kernels
end

function __wave_topic
    string join \n errors environment @COMMANDS@
    set -l words (commandline -opc)
    $words[1] help errors 2>/dev/null | awk '/^  / { print $1 }'
end

complete -c @NAME@ -f
complete -c @NAME@ -n __fish_use_subcommand -l version -d 'Show the version'
complete -c @NAME@ -l help -s h -d 'Show the options'
)sh";

static std::string quotedForFish(const std::string &text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

static std::string fishScript() {
  std::string script = replaced(filled(fishHead), "@TAKEN@", replaced(valueOptions(), " | ", " "));
  for (const Command &command : commands()) {
    script += "complete -c @NAME@ -n __fish_use_subcommand -a " + command.name + " -d " +
              quotedForFish(command.summary) + "\n";
    if (!command.argument.empty())
      script += "complete -c @NAME@ -n '__fish_seen_subcommand_from " + command.name + "' -a '(" +
                (command.argument == "TOPIC" ? "__wave_topic" : "__wave_kernel") + ")'\n";
  }
  for (const Knob &knob : knobs()) {
    script += "complete -c @NAME@ -n '__fish_seen_subcommand_from " + joined(knob.commands) + "'";
    for (const std::string &name : knob.names)
      script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (knob.words == "@file")
      script += " -r -F";
    else if (!knob.choices().empty())
      script += " -x -a " + quotedForFish(joined(knob.choices()));
    else if (!knob.words.empty())
      script += " -x -a '(__wave_" + knob.words.substr(1) + ")'";
    else if (!knob.isFlag())
      script += " -x";
    script += " -d " + quotedForFish(knob.fullHelp()) + "\n";
  }
  return script;
}

std::string completions(const std::string &shell, const ProgramText &program) {
  if (shell == "bash")
    return named(filled(bashScript), program.name());
  if (shell == "zsh")
    return named(filled(zshScript), program.name());
  if (shell == "fish")
    return named(fishScript(), program.name());
  const std::vector<std::string> known = knobNamed("--completions").choices();
  fail<Error>("usage",
              "there are no completions for '" + shell + "'; the shells are: " + enumeration(known),
              symbolic::suggestion(shell, known));
}

} // namespace wave::commandline
